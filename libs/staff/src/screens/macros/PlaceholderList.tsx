import { Button, chakra, Flex, Text } from '@helpdesk/ui'
import { PLACEHOLDERS } from '../../model/placeholders'
import * as texts from './texts'

const offered: [text: string, meaning: string][] = [
  ...Object.entries(PLACEHOLDERS).map(([name, meaning]): [string, string] => [`{{${name}}}`, meaning]),
  ['{{customer.first_name|there}}', texts.fallbackMeaning],
  ['{{ask:Which device?}}', texts.questionMeaning],
  ['{{ask:Which size?|Small|Large}}', texts.choiceMeaning],
]

/** What a macro's text can hold, with buttons that insert it. */
export function PlaceholderList({ onInsert }: { onInsert: (text: string) => void }) {
  return (
    <details>
      <Summary>{texts.placeholders}</Summary>
      <List>
        {offered.map(([text, meaning]) => (
          <Flex as="li" key={text} columnGap="2" wrap="wrap" alignItems="baseline">
            <Button size="sm" onClick={() => onInsert(text)}>
              {text}
            </Button>
            <Text as="span" fontSize="sm" tone="muted">
              {meaning}
            </Text>
          </Flex>
        ))}
      </List>
    </details>
  )
}

const Summary = chakra('summary', { base: { cursor: 'pointer', fontSize: 'sm', color: 'fg.muted' } })
const List = chakra('ul', {
  base: { listStyleType: 'none', display: 'flex', flexDirection: 'column', gap: '2', marginTop: '2' },
})

import { Heading } from '@helpdesk/ui/components/Heading'
import { Text } from '@helpdesk/ui/components/Text'
import { chakra } from '@helpdesk/ui/components/layout'
import { useId, type ReactNode } from 'react'

/** A section of the settings: title and description on the left, controls on the right. */
export function SettingsSection({
  title,
  text,
  children,
}: {
  title: string
  text: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <Section aria-labelledby={id}>
      <div>
        <Heading size="sm" id={id}>
          {title}
        </Heading>
        <Text tone="muted" marginTop="1">
          {text}
        </Text>
      </div>
      <Controls>{children}</Controls>
    </Section>
  )
}

const Section = chakra('section', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: '15rem minmax(0, 28rem)' },
    columnGap: '10',
    rowGap: '4',
    py: '6',
    borderBottomWidth: '1px',
    borderColor: 'border',
    '&:first-of-type': { pt: '1' },
    '&:last-of-type': { borderBottomWidth: '0' },
  },
})
const Controls = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: '5', minWidth: '0' },
})

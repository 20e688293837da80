import { useAuth } from '@helpdesk/auth'
import { Box, Text } from '@helpdesk/ui'
import { fillAnswers, fillPlaceholders, questionsIn, valuesOf } from '../../model/placeholders'
import * as texts from './texts'

const SAMPLE = {
  id: '…',
  number: 1042,
  subject: texts.sampleSubject,
  status: 'open',
  priority: 'normal',
} as const

/** How a macro's text reads on a ticket, with made-up values; nothing for one without placeholders. */
export function MacroPreview({ body }: { body: string }) {
  const { profile } = useAuth()
  const answers = questionsIn(body).map(({ text, choices }): [string, string] => [
    text,
    choices[0] ?? texts.answerTo(text),
  ])
  const { text } = fillPlaceholders(
    fillAnswers(body, new Map(answers)),
    valuesOf(SAMPLE, texts.sampleCustomer, profile?.name),
  )
  if (text === body) return null
  return (
    <Box as="section" aria-label={texts.preview}>
      <Text fontSize="sm" fontWeight="medium">
        {texts.preview}
      </Text>
      <Box
        dir="auto"
        marginTop="1"
        padding="3"
        bg="bg.subtle"
        borderRadius="md"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
      >
        {text}
      </Box>
    </Box>
  )
}

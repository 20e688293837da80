import { Button, EmptyState, Flex, SparkIcon } from '@helpdesk/ui'

const QUESTIONS = [
  'How many tickets are there?',
  'What are the oldest unassigned tickets?',
  'Which tickets are urgent?',
  'How are the agents doing?',
]

/** Example questions for an empty conversation. */
export function Suggestions({ onAsk }: { onAsk: (question: string) => void }) {
  return (
    <EmptyState
      icon={<SparkIcon />}
      title="Ask about your helpdesk"
      text="The assistant answers questions and proposes changes. Nothing changes until you apply it."
      action={
        <Flex gap="2" wrap="wrap" justifyContent="center">
          {QUESTIONS.map((question) => (
            <Button key={question} size="sm" onClick={() => onAsk(question)}>
              {question}
            </Button>
          ))}
        </Flex>
      }
    />
  )
}

import { Button, EmptyState, Flex, SparkIcon } from '@helpdesk/ui'
import * as texts from './texts'

const QUESTIONS = [texts.suggestCount, texts.suggestOldest, texts.suggestUrgent, texts.suggestAgents]

/** Example questions for an empty conversation. */
export function Suggestions({ onAsk }: { onAsk: (question: string) => void }) {
  return (
    <EmptyState
      icon={<SparkIcon />}
      title={texts.welcome}
      text={texts.welcomeText}
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

import { Button, Flex, Text } from '@helpdesk/ui'
import * as texts from './texts'

interface RestoredNoteProps {
  /** True when the draft was submitted before and the response was lost. */
  sent: boolean
  /** True when the browser lost some of the chosen files. */
  filesLost: boolean
  onStartOver: () => void
}

/** Explains that a draft was restored, with a button to start over. */
export function RestoredNote({ sent, filesLost, onStartOver }: RestoredNoteProps) {
  return (
    <Flex alignItems="center" columnGap="3" wrap="wrap" marginBottom="4" maxWidth="42rem">
      <Text role="status" tone="muted" fontSize="sm" flex="1">
        {sent ? texts.restoredQueued : texts.restored}
        {filesLost && texts.chooseFilesAgain}
      </Text>
      <Button variant="ghost" size="sm" onClick={onStartOver}>
        {texts.discard}
      </Button>
    </Flex>
  )
}

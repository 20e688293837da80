import { Button, Flex, Text } from '@helpdesk/ui'

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
        {sent
          ? 'Draft restored. If you already sent it, sending again will not create a second ticket.'
          : 'Draft restored.'}
        {filesLost && ' Its files have to be chosen again.'}
      </Text>
      <Button variant="ghost" size="sm" onClick={onStartOver}>
        Discard draft
      </Button>
    </Flex>
  )
}

import { Button, Flex, Text } from '@helpdesk/ui'

interface RestoredNoteProps {
  /** It was sent before, and its answer was lost. */
  sent: boolean
  /** The browser lost some of the chosen files. */
  filesLost: boolean
  onStartOver: () => void
}

/** Says why the form is not empty, and offers an empty one. */
export function RestoredNote({ sent, filesLost, onStartOver }: RestoredNoteProps) {
  return (
    <Flex alignItems="center" columnGap="3" wrap="wrap" marginBottom="4" maxWidth="42rem">
      <Text role="status" tone="muted" fontSize="sm" flex="1">
        {sent
          ? 'Your ticket is back as you left it. If it was sent already, sending it again does not make a second one.'
          : 'Your unsent ticket is back as you left it.'}
        {filesLost && ' Its files have to be chosen again.'}
      </Text>
      <Button variant="ghost" size="sm" onClick={onStartOver}>
        Start over
      </Button>
    </Flex>
  )
}

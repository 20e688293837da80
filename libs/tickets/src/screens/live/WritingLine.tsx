import { Box } from '@helpdesk/ui'
import { describeWriters, type Writer } from '../../model/writers'

/** Says above the box who else is writing. It lies over the space below the last message, so that nothing moves. */
export function WritingLine({ writers, otherSide }: { writers: readonly Writer[]; otherSide: string }) {
  if (writers.length === 0) return null
  return (
    <Box
      position="absolute"
      bottom="100%"
      insetInlineStart="0"
      maxWidth="full"
      paddingInlineEnd="2"
      bg="bg"
      color="fg.muted"
      fontSize="sm"
      lineClamp="1"
      zIndex="1"
    >
      {describeWriters(writers, otherSide)}
    </Box>
  )
}

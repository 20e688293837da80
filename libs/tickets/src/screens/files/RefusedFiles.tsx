import { Box } from '@helpdesk/ui'
import type { Refusal } from '../../model/file-intake'

/** Refused files, each with its reason. */
export function RefusedFiles({ refused }: { refused: readonly Refusal[] }) {
  if (refused.length === 0) return null
  return (
    <Box as="ul" role="alert" listStyleType="none" marginTop="2" fontSize="sm" color="danger.fg">
      {refused.map(({ name, reason }, index) => (
        <Box as="li" key={index} overflowWrap="anywhere">
          {name}: {reason}
        </Box>
      ))}
    </Box>
  )
}

import { Text } from '@helpdesk/ui'
import { useMergedFrom } from './use-leave-merged'
import * as texts from './texts'

/** Says that the address of another ticket led here; nothing otherwise. */
export function MergedFrom({ number }: { number: number | undefined }) {
  const source = useMergedFrom()
  if (source === undefined) return null
  return (
    <Text role="status" tone="muted" fontSize="sm" marginBottom="1">
      {texts.wasMerged(source, number)}
    </Text>
  )
}

import { useAtomValue } from 'jotai'
import { useMedia } from '@helpdesk/ui/media/use-media'
import { splitViewAtom } from '../../state/split-view'

/** Minimum width for a ticket beside its list: the theme's `lg`. */
const WIDE = '(min-width: 64rem)'

/** True while lists show a ticket beside them: switched on, and the page is wide enough. */
export function useSplitView(): boolean {
  const isWide = useMedia(WIDE)
  return useAtomValue(splitViewAtom) && isWide
}

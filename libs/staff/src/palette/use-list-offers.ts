import { useSearchParams } from '@helpdesk/ui/router'
import { DEFAULT_WORKLIST, withWorklist, worklistOf, type WorklistFilter } from '../model/worklist'
import { changeDensity, useDensity } from '../state/density'
import type { Offer } from './commands'
import { paletteOffer } from './offer'
import * as texts from './texts'

/** Commands for the filter of the list on screen, which its address holds. @param hasList whether there is one */
export function useListOffers(hasList: boolean): Offer[] {
  const setParams = useSearchParams()[1]
  const change = (filter: (now: WorklistFilter) => WorklistFilter) =>
    setParams((now) => withWorklist(now, filter(worklistOf(now))), { replace: true })
  // The order stays: it hides nothing.
  const clear = () => change(({ sort, ascending }) => ({ ...DEFAULT_WORKLIST, sort, ascending }))
  const density = useDensity()
  if (!hasList) return []
  const [other, title] =
    density === 'compact'
      ? (['comfortable', texts.comfortableRows] as const)
      : (['compact', texts.compactRows] as const)
  return [
    paletteOffer(texts.inAList, 'density', title, () => void changeDensity(other)),
    paletteOffer(texts.inAList, 'clear-filters', texts.clearFilters, clear),
    paletteOffer(texts.inAList, 'all-status', texts.everyStatus, () =>
      change((now) => ({ ...now, status: 'all' })),
    ),
  ]
}

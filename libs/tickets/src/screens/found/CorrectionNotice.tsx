import { Box, RouterLink } from '@helpdesk/ui'
import { useSearchParams } from '@helpdesk/ui/router'
import { AS_TYPED_PARAM } from '../../model/found-tickets'
import * as texts from './texts'

/** The corrected text, with a link to search for the typed one. */
export function CorrectionNotice({ corrected, typed }: { corrected: string; typed: string }) {
  const [params] = useSearchParams()
  const asTyped = new URLSearchParams(params)
  asTyped.set(AS_TYPED_PARAM, '1')
  return (
    <Box overflowWrap="anywhere" marginBottom="3">
      {texts.showingResults} <strong>{corrected}</strong>. {texts.searchInstead}{' '}
      <RouterLink to={{ search: asTyped.toString() }} replace preventScrollReset>
        {typed}
      </RouterLink>
      .
    </Box>
  )
}

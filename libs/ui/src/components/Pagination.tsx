import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { Button } from './Button'
import * as texts from './texts'

export interface PaginationProps {
  /** Shown at the start, such as `50 tickets`. */
  summary?: ReactNode
  label?: string
  onPrevious?: () => void
  onNext?: () => void
  hasPrevious?: boolean
  hasNext?: boolean
  /** Shows one button that appends rows, instead of Previous and Next. */
  onLoadMore?: () => void
  loading?: boolean
}

/** Previous and Next, or one Load more button. */
export function Pagination(props: PaginationProps) {
  const { summary, label = texts.pagination, onPrevious, onNext, onLoadMore, loading = false } = props
  const { hasPrevious = false, hasNext = false } = props
  return (
    <Nav aria-label={label}>
      <Summary>{summary}</Summary>
      {onLoadMore
        ? hasNext && (
            <Button size="sm" onClick={onLoadMore} loading={loading} loadingText={texts.loading}>
              {texts.loadMore}
            </Button>
          )
        : (hasPrevious || hasNext) && (
            <>
              <Button size="sm" onClick={onPrevious} disabled={!hasPrevious || loading}>
                {texts.previous}
              </Button>
              <Button size="sm" onClick={onNext} disabled={!hasNext || loading}>
                {texts.next}
              </Button>
            </>
          )}
    </Nav>
  )
}

const Nav = chakra('nav', { base: { display: 'flex', alignItems: 'center', gap: '2', py: '3' } })
const Summary = chakra('span', { base: { flex: '1', fontSize: 'sm', color: 'fg.muted' } })

import type { ReactNode } from 'react'
import { errorText } from './error-text'
import { ErrorState } from './ErrorState'
import { Spinner } from './Spinner'
import { VisuallyHidden } from './VisuallyHidden'
import * as texts from './texts'

/** The part of a react-query result that QueryState reads. */
export interface QueryLike<Data> {
  data: Data | undefined
  error: unknown
  isPending: boolean
  isFetching?: boolean
  refetch?: () => unknown
}

export interface QueryStateProps<Data> {
  query: QueryLike<Data>
  /** Shown while loading, such as skeletons. */
  pending?: ReactNode
  /** Announced to screen readers while loading. */
  pendingLabel?: string
  isEmpty?: (data: Data) => boolean
  empty?: ReactNode
  errorTitle?: ReactNode
  children: (data: Data) => ReactNode
}

/** Renders the four states of a query: pending, error (with Retry), empty, success. */
export function QueryState<Data>({
  query,
  pending,
  pendingLabel = texts.loading,
  isEmpty,
  empty,
  errorTitle,
  children,
}: QueryStateProps<Data>) {
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return isEmpty?.(data) ? empty : children(data)
  if (error)
    return (
      <ErrorState
        title={errorTitle}
        text={errorText(error, '')}
        onRetry={refetch && (() => void refetch())}
        retrying={isFetching}
      />
    )
  return (
    <>
      <VisuallyHidden role="status">{pendingLabel}</VisuallyHidden>
      {pending ?? <Spinner size={20} />}
    </>
  )
}

import type { ReactNode } from 'react'
import { SearchIcon } from '../icons/icons'
import { EmptyState } from './EmptyState'
import * as texts from './texts'

export interface NotFoundStateProps {
  title?: ReactNode
  text?: ReactNode
  action?: ReactNode
}

/** Shown for a page that does not exist or is not visible to the user. */
export function NotFoundState({
  title = texts.notFound,
  text = texts.notFoundText,
  action,
}: NotFoundStateProps) {
  return <EmptyState icon={<SearchIcon />} title={title} titleAs="h1" text={text} action={action} />
}

import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { AlertIcon, RefreshIcon } from '../icons/icons'
import { Button } from './Button'
import { EmptyState } from './EmptyState'
import { FailureText } from './FailureText'
import * as texts from './texts'

export interface ErrorStateProps {
  title?: ReactNode
  /** What went wrong. */
  text?: ReactNode
  onRetry?: () => void
  retrying?: boolean
  action?: ReactNode
}

/** Shown in place of content that could not be loaded. */
export function ErrorState({
  title = texts.somethingWentWrong,
  text,
  onRetry,
  retrying = false,
  action,
}: ErrorStateProps) {
  const retry = onRetry && (
    <Button onClick={onRetry} loading={retrying}>
      {!retrying && <RefreshIcon size={14} />}
      {texts.retry}
    </Button>
  )
  return (
    <Root role="alert">
      <EmptyState
        icon={<AlertIcon />}
        title={title}
        text={text && <FailureText>{text}</FailureText>}
        action={action ?? retry}
      />
    </Root>
  )
}

const Root = chakra('div', { base: {} })

import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { FailureText } from './FailureText'
import { AlertIcon, ErrorIcon, InfoIcon, SuccessIcon } from '../icons/icons'

export type AlertTone = 'info' | 'success' | 'warning' | 'error'

export interface AlertProps {
  title?: ReactNode
  tone?: AlertTone
  action?: ReactNode
  children?: ReactNode
}

const icons = { info: InfoIcon, success: SuccessIcon, warning: AlertIcon, error: ErrorIcon }

/** A message that stays on the page. Only errors interrupt a screen reader. */
export function Alert({ title, tone = 'error', action, children }: AlertProps) {
  const Icon = icons[tone]
  return (
    <Root tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon />
      <Content>
        {title && (
          <Title>
            <FailureText>{title}</FailureText>
          </Title>
        )}
        {children && (
          <div>
            <FailureText>{children}</FailureText>
          </div>
        )}
      </Content>
      {action}
    </Root>
  )
}

const Root = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'flex-start',
    gap: '2.5',
    borderRadius: 'md',
    px: '3',
    py: '2.5',
    fontSize: 'md',
    '& > svg': { marginTop: '2px' },
  },
  variants: {
    tone: {
      info: { bg: 'info.bg', color: 'info.fg' },
      success: { bg: 'success.bg', color: 'success.fg' },
      warning: { bg: 'warning.bg', color: 'warning.fg' },
      error: { bg: 'danger.bg', color: 'danger.fg' },
    },
  },
})
const Content = chakra('div', { base: { flex: '1', minWidth: '0', overflowWrap: 'anywhere' } })
const Title = chakra('p', { base: { fontWeight: 'semibold' } })

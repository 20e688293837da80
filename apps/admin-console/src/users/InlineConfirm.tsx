import { Button, chakra, Flex, Text } from '@helpdesk/ui'
import type { ReactNode } from 'react'
import { useFocusFallback } from '../parts/focus-fallback'
import * as texts from './texts'

interface InlineConfirmProps {
  text: string
  action: string
  busy: boolean
  onConfirm: () => void
  onCancel: () => void
}

/** Inline confirmation of an action that locks a user out. */
export function InlineConfirm({ text, action, busy, onConfirm, onCancel }: InlineConfirmProps) {
  return (
    <Root role="alertdialog" aria-label={action}>
      <Text fontSize="sm" overflowWrap="anywhere">
        {text}
      </Text>
      <Flex gap="2" wrap="wrap">
        <Button size="sm" variant="danger" autoFocus loading={busy} onClick={onConfirm}>
          {action}
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </Flex>
    </Root>
  )
}

/** Section of the dialog that keeps focus when its buttons are replaced. */
export function Section({ children }: { children: ReactNode }) {
  const part = useFocusFallback<HTMLElement>('select:enabled, button:enabled')
  return (
    <Part ref={part} tabIndex={-1}>
      {children}
    </Part>
  )
}

const Part = chakra('section', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '2',
    pt: '4',
    borderTopWidth: '1px',
    borderColor: 'border',
    outline: 'none',
  },
})
const Root = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: '2', p: '3', borderRadius: 'md', bg: 'bg.muted' },
})

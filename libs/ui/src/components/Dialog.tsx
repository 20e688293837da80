import { chakra } from '@chakra-ui/react'
import { useEffect, useId, useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { CloseIcon } from '../icons/icons'
import { IconButton } from './IconButton'
import * as texts from './texts'

export interface DialogProps {
  title: ReactNode
  /** Called for Escape, the close button and, with `lightDismiss`, a click outside. Without it the dialog stays open. */
  onClose?: () => void
  /** Closes the dialog on a click outside. Not for forms, whose input an accidental click would lose. */
  lightDismiss?: boolean
  /** `full` fills the window, `side` is a column at its start edge, `sheet` lies at its lower edge. */
  size?: 'md' | 'full' | 'side' | 'sheet'
  /** Between the title and the close button. */
  tools?: ReactNode
  onKeyDown?: ComponentProps<'dialog'>['onKeyDown']
  'aria-describedby'?: string
  children: ReactNode
}

/**
 * A modal dialog, open while it is rendered. Focuses the element with the attribute `autofocus`, else the first control,
 * and restores the focus when it closes.
 */
export function Dialog({ title, onClose, lightDismiss, size, tools, children, ...root }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const close = useRef(onClose)
  useEffect(() => void (close.current = onClose))

  useLayoutEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (!(opener instanceof HTMLElement)) return
      // browsers restore it too, but not when the dialog is removed in the same task
      opener.focus({ preventScroll: true })
      // the dialog's action may have removed the opener, such as a button in a deleted row
      queueMicrotask(() => {
        if (!opener.isConnected && document.activeElement === document.body)
          document.getElementById('main')?.focus({ preventScroll: true })
      })
    }
  }, [])

  return (
    <Root
      ref={ref}
      size={size}
      aria-labelledby={titleId}
      {...root}
      // Escape only notifies the parent, which closes the dialog by no longer rendering it
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        close.current?.()
      }}
      // browsers close it without a cancel event when Escape is pressed twice
      onClose={({ currentTarget: dialog }) => {
        if (dialog.open || !dialog.isConnected) return
        dialog.showModal()
        close.current?.()
      }}
      onMouseDown={(event) => {
        if (lightDismiss && event.target === event.currentTarget) close.current?.()
      }}
    >
      <Panel size={size}>
        <Header>
          <Title id={titleId}>{title}</Title>
          {tools}
          {onClose && (
            <IconButton label={texts.close} onClick={onClose}>
              <CloseIcon />
            </IconButton>
          )}
        </Header>
        {children}
      </Panel>
    </Root>
  )
}

const Root = chakra('dialog', {
  base: {
    margin: 'auto',
    padding: '0',
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    boxShadow: 'lg',
    overscrollBehavior: 'contain',
    '&::backdrop': { background: 'rgb(10 10 15 / 45%)' },
  },
  variants: {
    size: {
      md: { width: 'calc(100vw - 2rem)', maxWidth: '28rem', maxHeight: 'calc(100dvh - 2rem)' },
      full: {
        width: 'calc(100vw - 1rem)',
        maxWidth: '72rem',
        height: 'calc(100dvh - 1rem)',
        maxHeight: 'none',
        overflow: 'hidden',
      },
      side: {
        margin: '0',
        width: 'min(19rem, calc(100vw - 3rem))',
        height: '100dvh',
        maxHeight: 'none',
        borderWidth: '0 1px 0 0',
        borderRadius: '0',
      },
      sheet: {
        width: '100vw',
        maxWidth: '100vw',
        marginBottom: '0',
        maxHeight: 'calc(100dvh - 2rem)',
        borderWidth: '1px 0 0',
        borderBottomRadius: '0',
      },
    },
  },
  defaultVariants: { size: 'md' },
})
// the padding is here, so that a click on the root itself is outside the panel
const Panel = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', gap: '3', p: '4' },
  // a bounded height lets the content scroll
  variants: {
    size: { md: { minHeight: 'full' }, full: { height: 'full' }, side: { minHeight: 'full' }, sheet: {} },
  },
  defaultVariants: { size: 'md' },
})
const Header = chakra('header', { base: { display: 'flex', alignItems: 'center', gap: '2' } })
const Title = chakra('h2', {
  base: { flex: '1', minWidth: '0', fontSize: 'lg', fontWeight: 'semibold', overflowWrap: 'anywhere' },
})

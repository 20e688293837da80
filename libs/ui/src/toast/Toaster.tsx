import { chakra } from '@chakra-ui/react'
import { getDefaultStore, useAtomValue } from 'jotai'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { CloseIcon, ErrorIcon, InfoIcon, SuccessIcon } from '../icons/icons'
import { Button } from '../components/Button'
import { FailureText } from '../components/FailureText'
import { IconButton } from '../components/IconButton'
import { dismissToast, toastAtom, type Toast } from './toast'
import { useClearOfUse } from './use-clear-of-use'
import * as texts from './texts'

const SWIPE_DISTANCE_PX = 50
const CAPTURE_DISTANCE_PX = 6
const icons = { info: InfoIcon, success: SuccessIcon, error: ErrorIcon }

/** Renders toasts; mounted once by UiProvider. */
export function Toaster() {
  const toast = useAtomValue(toastAtom, { store: getDefaultStore() })
  const region = useClearOfUse(toast !== undefined)
  return (
    // Screen readers announce what comes into a live region that they know, so it is there before any toast.
    <Region ref={region} role="region" aria-label={texts.notifications} aria-live="polite">
      {toast && <ToastCard key={toast.id} toast={toast} />}
    </Region>
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const [paused, setPaused] = useState(false)
  const remaining = useRef(toast.duration)
  const start = useRef<number | undefined>(undefined)
  const [offset, setOffset] = useState(0)

  useEffect(() => {
    if (paused) return
    const startedAt = performance.now()
    const timer = setTimeout(() => dismissToast(toast.id), remaining.current)
    return () => {
      clearTimeout(timer)
      remaining.current -= performance.now() - startedAt
    }
  }, [paused, toast.id])

  const drag = ({ clientX, pointerId, currentTarget }: PointerEvent) => {
    if (start.current === undefined) return
    const distance = Math.max(0, clientX - start.current)
    // Not with the press: a captured pointer would click no button. A swipe goes on, and ends, beside the toast too.
    if (distance >= CAPTURE_DISTANCE_PX) currentTarget.setPointerCapture(pointerId)
    setOffset(distance)
  }
  const drop = () => {
    start.current = undefined
    if (offset >= SWIPE_DISTANCE_PX) dismissToast(toast.id)
    else setOffset(0)
  }
  const Icon = icons[toast.type]
  const { action } = toast
  return (
    <Root
      role={toast.type === 'error' ? 'alert' : 'status'}
      tone={toast.type}
      style={{
        transform: offset ? `translateX(${offset}px)` : undefined,
        alignItems: action ? 'center' : undefined,
      }}
      onPointerEnter={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
      onPointerDown={(event) => (start.current = event.clientX)}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
    >
      <Icon />
      <Texts>
        <Title>
          <FailureText>{toast.title}</FailureText>
        </Title>
        {toast.description && (
          <Note>
            <FailureText>{toast.description}</FailureText>
          </Note>
        )}
      </Texts>
      {action && (
        <Button
          size="sm"
          onClick={() => {
            dismissToast(toast.id)
            action.run()
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton label={texts.dismiss} size="sm" onClick={() => dismissToast(toast.id)}>
        <CloseIcon size={14} />
      </IconButton>
    </Root>
  )
}

const Region = chakra('div', {
  base: {
    position: 'fixed',
    zIndex: '1000',
    insetInlineEnd: '4',
    bottom: '4',
    width: 'min(22rem, calc(100vw - 2rem))',
  },
})
const Root = chakra('div', {
  base: {
    display: 'flex',
    gap: '2.5',
    alignItems: 'flex-start',
    p: '3',
    bg: 'bg.panel',
    borderWidth: '1px',
    borderColor: 'border',
    borderRadius: 'lg',
    boxShadow: 'lg',
    touchAction: 'pan-y',
    animation: 'toast-in 120ms ease-out',
    '& > svg': { marginTop: '2px' },
  },
  variants: {
    tone: {
      info: { '& > svg': { color: 'info.fg' } },
      success: { '& > svg': { color: 'success.fg' } },
      error: { '& > svg': { color: 'danger.fg' } },
    },
  },
})
const Texts = chakra('div', { base: { flex: '1', minWidth: '0', overflowWrap: 'anywhere' } })
const Title = chakra('p', { base: { fontWeight: 'semibold' } })
const Note = chakra('p', { base: { color: 'fg.muted', mt: '0.5' } })

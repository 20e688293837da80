import { useEffect, useEffectEvent, useRef } from 'react'
import { bindingsOf, type Offer } from '../palette/commands'
import { isDialogOpen, isField, isMenu, isPressable, pressOf } from './press'
import { NOTHING_PENDING, step } from './sequence'
import { isSingleKey } from './single-keys'

interface ShortcutOptions {
  /** The commands available now. */
  offered: (event: KeyboardEvent) => Offer[]
  /** Whether single-character shortcuts are on. */
  singleKeys: boolean
  /** Called at the start of a sequence. */
  onPending?: () => void
}

/** True for a search box with text, which Escape clears before leaving it. */
const clearsOnEscape = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''

/**
 * Binds the page's keys to commands. Ignores keys in text fields, unless the command allows them, under a dialog, in a
 * menu, and those that another handler has handled.
 */
export function useShortcuts({ offered, singleKeys, onPending }: ShortcutOptions): void {
  const pending = useRef(NOTHING_PENDING)
  // Decided in the capture phase: the page's own handlers may close the dialog that the key was meant for.
  const handled = useRef(false)

  const onCapture = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event
    handled.current = isDialogOpen() || isMenu(target) || (key === 'Escape' && clearsOnEscape(target))
  })
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const press = pressOf(event)
    if (press === null) return
    const { target } = event
    if (event.defaultPrevented || handled.current || (press === 'Enter' && isPressable(target))) {
      pending.current = NOTHING_PENDING
      return
    }
    const inField = isField(target)
    const bindings = bindingsOf(
      offered(event),
      (command, keys) => (singleKeys || !isSingleKey(keys)) && (!inField || command.inFields === true),
    )
    const { pending: next, keys } = step(pending.current, press, bindings.keys(), event.timeStamp)
    const wasPending = pending.current.keys.length > 0
    pending.current = next
    const offer = keys === null ? undefined : bindings.get(keys)
    if (next.keys.length > 0) onPending?.()
    else if (!offer) return void (wasPending && !inField && press.length === 1 && event.preventDefault())
    event.preventDefault()
    if (offer && (!event.repeat || offer.command.repeats)) offer.run()
  })

  useEffect(() => {
    const capture = (event: KeyboardEvent) => onCapture(event)
    const bubble = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', capture, true)
    document.addEventListener('keydown', bubble)
    return () => {
      document.removeEventListener('keydown', capture, true)
      document.removeEventListener('keydown', bubble)
    }
  }, [])
}

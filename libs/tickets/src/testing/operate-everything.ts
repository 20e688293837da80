import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)))
const DIALOG = 'dialog, [role=dialog]'
const DISMISSALS = ['Close', 'Cancel']

/** Of an open dialog first, because it covers the page, and what dismisses the dialog last. */
const rankOf = (control: HTMLElement): number => {
  if (!control.closest(DIALOG)) return 2
  return DISMISSALS.includes(control.getAttribute('aria-label') ?? control.textContent) ? 1 : 0
}
const controls = () =>
  [...document.querySelectorAll<HTMLElement>('article, aside, dialog[open], [role=dialog]')]
    .flatMap((part) => [
      ...part.querySelectorAll<HTMLElement>(
        'button:enabled, select:enabled, input:enabled:not([type=file]), textarea:enabled, [role=option]',
      ),
    ])
    .sort((one, other) => rankOf(one) - rankOf(other))
const nameOf = (control: HTMLElement) =>
  [
    // The button that opens a dialog and the one that confirms it may have the same name.
    control.closest(DIALOG) ? 'dialog' : '',
    control.tagName,
    control.getAttribute('type'),
    control.getAttribute('aria-label'),
    // Each answer of a choice.
    control instanceof HTMLInputElement && control.type === 'radio' ? control.value : '',
    control.id && control.tagName !== 'LI' ? control.id : '',
    control.textContent,
  ]
    .filter(Boolean)
    .join(' ')

/** Writes into the box of replies, so that the buttons that send are enabled. */
function writeReply() {
  const box = screen.queryByPlaceholderText(/Add a comment|only staff can read/)
  if (box instanceof HTMLTextAreaElement && !box.value && !box.readOnly)
    fireEvent.change(box, { target: { value: 'Hello everybody' } })
}

/** Operates each control once, and those that appear meanwhile. @returns their names, in order */
export async function operateEverything(): Promise<string[]> {
  const done: string[] = []
  for (;;) {
    writeReply()
    const next = controls().find((control) => !done.includes(nameOf(control)))
    if (!next) return done
    done.push(nameOf(next))
    await operate(next)
    const isMenu = next.hasAttribute('aria-haspopup')
    const items = () =>
      controls().filter((item) =>
        ['menuitem', 'menuitemradio', 'option'].includes(item.getAttribute('role') ?? ''),
      )
    for (let index = 0; isMenu && index < items().length; index++) {
      const item = items()[index]
      if (!item) break
      done.push(nameOf(item))
      await operate(item)
      writeReply()
      // A choice closes the menu.
      if (items().length === 0)
        await operate(controls().find((each) => nameOf(each) === nameOf(next)) ?? next)
    }
  }
}

async function operate(control: HTMLElement) {
  if (control instanceof HTMLSelectElement) {
    const other = [...control.options].find(({ value }) => value !== control.value)
    fireEvent.change(control, { target: { value: other?.value } })
  } else if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) {
    if (control.getAttribute('role') !== 'combobox') fireEvent.change(control, { target: { value: 'Hello' } })
    if (control.type === 'radio' || control.type === 'checkbox') fireEvent.click(control)
  } else fireEvent.click(control)
  await settle()
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeNull())
}

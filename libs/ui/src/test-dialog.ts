/**
 * jsdom knows `<dialog>` but cannot open it. For test setups: opening sets the attribute and moves the focus
 * in, closing takes the attribute away, and Escape reports `cancel` as browsers do. Keeping the focus inside is for
 * real ones to show.
 */
export function standInForDialogs(): void {
  if (typeof HTMLDialogElement === 'undefined' || 'showModal' in HTMLDialogElement.prototype) return
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.setAttribute('open', '')
      const controls = 'button:enabled, input:enabled, textarea:enabled'
      const first =
        this.querySelector<HTMLElement>('[autofocus]') ?? this.querySelector<HTMLElement>(controls)
      first?.focus()
    },
    close(this: HTMLDialogElement) {
      this.removeAttribute('open')
    },
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    const open = [...document.querySelectorAll('dialog[open]')].at(-1)
    open?.dispatchEvent(new Event('cancel', { cancelable: true }))
  })
}

/**
 * Adds the methods of `<dialog>` that jsdom lacks, for test setups: opening sets the attribute and moves the focus,
 * closing removes the attribute, and Escape fires `cancel`. The focus is not trapped.
 */
export function polyfillDialog(): void {
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

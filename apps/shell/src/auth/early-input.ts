/** Around the login page that stands in the HTML until the script is there (see build/static-login.ts). */
export const STATIC_LOGIN = 'static-login'

/** What somebody has done on the login page before its script was there. */
export interface EarlyInput {
  email: string
  password: string
  /** Name of the field that had the focus last. */
  focused: string | null
  /** `submit`, or the label of the button that was pressed last. */
  action: string | null
}

/** The login page of the HTML; null when the script's own has taken its place long ago. */
export const findStaticLogin = (): HTMLElement | null =>
  globalThis.document?.getElementById(STATIC_LOGIN) ?? null

/**
 * Reads the login page of the HTML, also just after it was taken out: until that very moment somebody may type.
 * @param page - what {@link findStaticLogin} has found before
 */
export function readEarlyInput(page: HTMLElement): EarlyInput {
  const value = (name: string) => page.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? ''
  const { focused = null, action = null } = page.dataset
  return { email: value('email'), password: value('password'), focused, action }
}

/** Does on the script's page what was asked for too early. */
export function repeatAction(action: string | null): void {
  const main = document.getElementById('main')
  if (action === 'submit') main?.querySelector('form')?.requestSubmit()
  else if (action)
    [...(main?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === action)?.click()
}

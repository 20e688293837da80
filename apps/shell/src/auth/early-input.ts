/** Id of the static login page in the HTML (build/static-login.ts). */
export const STATIC_LOGIN = 'static-login'

/** Input on the static login page, before the app was loaded. */
export interface EarlyInput {
  email: string
  password: string
  /** Name of the last focused field. */
  focused: string | null
  /** `submit`, or the label of the last clicked button. */
  action: string | null
}

/** The static login page; null once the app has replaced it. */
export const findStaticLogin = (): HTMLElement | null =>
  globalThis.document?.getElementById(STATIC_LOGIN) ?? null

/**
 * Reads the input of the static login page. Also works after its removal, up to which users may type.
 * @param page - the result of {@link findStaticLogin}
 */
export function readEarlyInput(page: HTMLElement): EarlyInput {
  const value = (name: string) => page.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? ''
  const { focused = null, action = null } = page.dataset
  return { email: value('email'), password: value('password'), focused, action }
}

/** Replays an early submit or click in the app. */
export function replayAction(action: string | null): void {
  const main = document.getElementById('main')
  if (action === 'submit') main?.querySelector('form')?.requestSubmit()
  else if (action)
    [...(main?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === action)?.click()
}

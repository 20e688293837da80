/**
 * Loads the code of auth-js, a file of its own: the first screen of a signed-in user does not need it. Sign-in forms
 * call this early.
 * @throws TypeError when the file cannot be loaded; the next call retries.
 */
export const loadAuthJs = () => import('@supabase/auth-js')

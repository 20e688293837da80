import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, type ComponentType } from 'react'
import { signOutQuestionAtom, type SignOutQuestion } from './sign-out-question'
import * as texts from './texts'

const fetchDialog = () => import('./SignOutDialog')

/** Preloads the dialog's code: a sign-out may come without a network. */
export const preloadSignOutQuestion = (): Promise<void> =>
  fetchDialog().then(
    () => undefined,
    () => undefined,
  )

const Dialog = lazy((): Promise<{ default: ComponentType<SignOutQuestion> }> =>
  fetchDialog().then(
    ({ SignOutDialog }) => ({ default: SignOutDialog }),
    () => ({ default: Confirmation }),
  ),
)

/** Shown over the screen while a sign-out asks. */
export function SignOutQuestion() {
  const question = useAtomValue(signOutQuestionAtom)
  if (!question) return null
  return (
    <Suspense fallback={null}>
      <Dialog {...question} />
    </Suspense>
  )
}

/** Replaces the dialog when its code is missing. */
function Confirmation({ answer }: SignOutQuestion) {
  useEffect(() => answer(confirm(`${texts.signOutQuestion} ${texts.onlyHere}`)), [answer])
  return null
}

import type { UnsentWork } from '@helpdesk/auth/storage/unsent-work'
import { Button } from '@helpdesk/ui/components/Button'
import { Dialog } from '@helpdesk/ui/components/Dialog'
import { Text } from '@helpdesk/ui/components/Text'
import { chakra, Flex } from '@helpdesk/ui/components/layout'
import type { SignOutQuestion } from './sign-out-question'
import * as texts from './texts'

/** More than these are only counted. */
const SHOWN = 5

const linesOf = ({ comments, drafts, files }: UnsentWork): string[] => [
  ...comments.map(texts.unsentComment),
  ...drafts.map(texts.unsentDraft),
  ...files.map(texts.unsentFile),
]

/** Names what a sign-out would delete, and asks. Closing the dialog stays. */
export function SignOutDialog({ work, answer }: SignOutQuestion) {
  const lines = linesOf(work)
  const more = lines.length - SHOWN
  return (
    <Dialog title={texts.signOutQuestion} onClose={() => answer(false)}>
      <Text>{texts.onlyHere}</Text>
      <List>
        {lines.slice(0, more === 1 ? SHOWN + 1 : SHOWN).map((line, index) => (
          <li key={index}>{line}</li>
        ))}
        {more > 1 && <li>{texts.moreUnsent(more)}</li>}
      </List>
      <Flex justifyContent="flex-end" gap="2" wrap="wrap">
        <Button variant="danger" onClick={() => answer(true)}>
          {texts.signOutAnyway}
        </Button>
        <Button variant="solid" ref={markAutofocus} onClick={() => answer(false)}>
          {texts.stay}
        </Button>
      </Flex>
    </Dialog>
  )
}

/** <dialog> focuses by this attribute, which React does not render. */
const markAutofocus = (button: HTMLButtonElement | null): void => button?.setAttribute('autofocus', '')

const List = chakra('ul', {
  base: { listStyleType: 'disc', paddingInlineStart: '5', '& li': { overflowWrap: 'anywhere' } },
})

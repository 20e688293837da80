import { chakra } from '@helpdesk/ui/components/layout'
import { RelativeTime } from '@helpdesk/ui/components/RelativeTime'
import { notificationsAtom } from '@helpdesk/ui/toast/toast'
import { getDefaultStore, useAtomValue } from 'jotai'
import * as texts from './texts'

/** The dismissed toasts of the last 1,000 seconds: specification section 9. */
export function PageMessages() {
  const messages = useAtomValue(notificationsAtom, { store: getDefaultStore() })
  if (messages.length === 0) return null
  return (
    <section aria-labelledby="page-messages">
      <Heading id="page-messages">{texts.messages}</Heading>
      <List>
        {messages.map(({ id, title, description, createdAt }) => (
          <li key={id}>
            <Title>{title}</Title>
            {description && <Note>{description}</Note>}
            <Note>
              <RelativeTime value={new Date(createdAt)} />
            </Note>
          </li>
        ))}
      </List>
    </section>
  )
}

const Heading = chakra('h3', { base: { fontSize: 'sm', fontWeight: 'semibold', mb: '2' } })
const List = chakra('ul', {
  base: { listStyleType: 'none', display: 'grid', gap: '2.5', overflowWrap: 'anywhere', fontSize: 'sm' },
})
const Title = chakra('p', { base: { fontWeight: 'medium' } })
const Note = chakra('p', { base: { color: 'fg.muted' } })

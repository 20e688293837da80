import { CHAT_STORE } from '../model/chat-history'
import { useAuth } from '@helpdesk/auth'
import { useTicketPages } from '@helpdesk/staff/api/list-ticket-pages'
import { listFilter } from '@helpdesk/staff/model/list-filter'
import { worklistOf } from '@helpdesk/staff/model/worklist'
import { Tabs } from '@helpdesk/staff/screens/controls/Tabs'
import { Flex, PageHeader, Spinner, VisuallyHidden } from '@helpdesk/ui'
import { useSearchParams } from '@helpdesk/ui/router'
import { useAtomValue } from 'jotai'
import { useEffect, useLayoutEffect } from 'react'
import { AssistantTab } from './AssistantTab'
import { TicketWorklist } from './deferred-parts'
import { chatAtom, openChat, rereadChat } from './chat-store'
import * as texts from './texts'

/** `/admin/console` (specification, section 2.15): the assistant and all tickets. */
export function AdminConsole() {
  const { user } = useAuth()
  const chat = useAtomValue(chatAtom)
  const [params, setParams] = useSearchParams()
  // Load the tickets with the page, whichever tab is open.
  const { query: tickets } = useTicketPages(listFilter({}, worklistOf(params), false))
  const userId = user?.id
  useLayoutEffect(() => {
    if (userId) openChat(userId)
  }, [userId])
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => key === CHAT_STORE && rereadChat()
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])

  function select(tab: string) {
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (tab === 'tickets') next.set('tab', tab)
        else next.delete('tab')
        return next
      },
      { replace: true },
    )
  }

  return (
    <>
      <PageHeader heading={texts.title} subtitle={texts.subtitle} />
      <Tabs
        label={texts.title}
        value={params.get('tab') === 'tickets' ? 'tickets' : 'assistant'}
        onChange={select}
        items={[
          { id: 'assistant', label: texts.assistant, content: <AssistantTab chat={chat} /> },
          {
            id: 'tickets',
            label: texts.overview,
            // After the first response the worklist shows every state itself, errors included.
            content:
              tickets.isPending && !tickets.isFetched ? (
                <Flex justifyContent="center" paddingY="12">
                  <VisuallyHidden role="status">{texts.loadingTickets}</VisuallyHidden>
                  <Spinner size={24} />
                </Flex>
              ) : (
                <TicketWorklist label={texts.allTickets} scope={{}} assignsAnyone empty={texts.noTickets} />
              ),
          },
        ]}
      />
    </>
  )
}

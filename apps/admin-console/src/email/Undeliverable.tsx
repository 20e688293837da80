import { failureText } from '@helpdesk/tickets/model/errors'
import {
  Button,
  DataTable,
  EmptyState,
  MailIcon,
  QueryState,
  RelativeTime,
  toast,
  type DataColumn,
} from '@helpdesk/ui'
import { useAllowAddress } from '../api/allow-address'
import { useUndeliverable } from '../api/list-undeliverable'
import type { UndeliverableAddress } from '../model/mail'
import { useFocusFallback } from '../parts/focus-fallback'
import * as texts from './texts'

/** Addresses that bounced and get no mails until an admin allows it. */
export function Undeliverable() {
  const query = useUndeliverable()
  const { mutate, isPending, variables } = useAllowAddress()
  const table = useFocusFallback<HTMLTableElement>()
  const allow = (address: string) =>
    mutate(address, {
      onSuccess: () => toast({ type: 'success', title: texts.mailAgainDone(address) }),
      onError: (error) => toast({ type: 'error', title: texts.notChanged, description: failureText(error) }),
    })
  const columns: DataColumn<UndeliverableAddress>[] = [
    { heading: texts.address, rowHeader: true, cell: ({ address }) => address },
    { heading: texts.reason, cell: ({ status, reason }) => [status, reason].filter(Boolean).join(' ') },
    { heading: texts.failures, width: '6rem', numeric: true, cell: ({ failures }) => failures },
    { heading: texts.last, width: '8rem', cell: ({ last_at }) => <RelativeTime value={last_at} /> },
    {
      heading: texts.mailAgain,
      width: '8rem',
      cell: ({ address }) => (
        <Button
          size="sm"
          loading={isPending && variables === address}
          disabled={isPending}
          aria-label={texts.mailAgainOf(address)}
          onClick={() => allow(address)}
        >
          {texts.mailAgain}
        </Button>
      ),
    },
  ]
  const render = (rows: readonly UndeliverableAddress[] | undefined) => (
    <DataTable
      ref={table}
      label={texts.undeliverable}
      narrow="cards"
      columns={columns}
      rows={rows}
      rowKey={({ address }) => address}
    />
  )
  return (
    <QueryState
      query={query}
      errorTitle={texts.undeliverableFailed}
      pending={render(undefined)}
      isEmpty={(rows) => rows.length === 0}
      empty={
        <EmptyState icon={<MailIcon />} title={texts.noUndeliverable} text={texts.noUndeliverableText} />
      }
    >
      {render}
    </QueryState>
  )
}

import { failureText } from '@helpdesk/tickets/model/errors'
import { Button, DataTable, RelativeTime, toast, type DataColumn } from '@helpdesk/ui'
import { useUnblockSender } from '../api/unblock-sender'
import type { BlockedSender } from '../model/mail'
import { useFocusFallback } from '../parts/focus-fallback'
import * as texts from './texts'

/** Blocked senders, newest first. */
export function BlockedTable({ rows }: { rows: readonly BlockedSender[] }) {
  const { mutate, isPending, variables } = useUnblockSender()
  const table = useFocusFallback<HTMLTableElement>()
  const unblock = (address: string) =>
    mutate(address, {
      onError: (error) => toast({ type: 'error', title: texts.notChanged, description: failureText(error) }),
    })
  const columns: DataColumn<BlockedSender>[] = [
    { heading: texts.blockLabel, rowHeader: true, cell: ({ address }) => address },
    {
      heading: texts.blockedAt,
      width: '8rem',
      cell: ({ created_at }) => <RelativeTime value={created_at} />,
    },
    {
      heading: texts.unblock,
      width: '8rem',
      cell: ({ address }) => (
        <Button
          size="sm"
          loading={isPending && variables === address}
          disabled={isPending}
          aria-label={texts.unblockOf(address)}
          onClick={() => unblock(address)}
        >
          {texts.unblock}
        </Button>
      ),
    },
  ]
  return (
    <DataTable
      ref={table}
      label={texts.blocked}
      narrow="cards"
      columns={columns}
      rows={rows}
      rowKey={({ address }) => address}
    />
  )
}

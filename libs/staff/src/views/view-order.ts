import { useAuth } from '@helpdesk/auth'
import { localStore, oncePerPage } from '@helpdesk/ui'
import { atom, useAtom } from 'jotai'
import { useCallback, useMemo } from 'react'
import { z } from '@helpdesk/supabase'
import { moved } from '../model/moved'
import { inOrder, type SavedView } from '../model/saved-views'

const keyOf = (userId: string) => `helpdesk-view-order:${userId}`
const idsSchema = z.array(z.string())

/** Without a valid stored order it is by name. */
const read = (userId: string): string[] =>
  z.safeParse(idsSchema, localStore.readJson(keyOf(userId))).data ?? []

/** Orders read or changed since page load, by user. */
const ordersAtom = oncePerPage('view-order@1', () => atom<Record<string, string[]>>({}))

/** Views in the user's order, stored on this device; includes shared views. */
export function useViewOrder(views: readonly SavedView[] | undefined) {
  const userId = useAuth().user?.id ?? null
  const [orders, setOrders] = useAtom(ordersAtom)
  const kept = userId === null ? undefined : orders[userId]
  const placed = useMemo(() => kept ?? (userId ? read(userId) : []), [kept, userId])
  const ordered = useMemo(() => views && inOrder(views, placed, userId), [views, placed, userId])
  const move = useCallback(
    (id: string, by: number) => {
      if (!userId || !ordered) return
      const ids = moved(
        ordered.map((view) => view.id),
        id,
        by,
      )
      localStore.write(keyOf(userId), JSON.stringify(ids))
      setOrders((all) => ({ ...all, [userId]: ids }))
    },
    [userId, ordered, setOrders],
  )
  return { ordered, move }
}

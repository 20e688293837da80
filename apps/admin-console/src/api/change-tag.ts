import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'

/**
 * Renames a tag on every ticket; without `newTag`, removes it.
 * @returns number of tickets changed
 * @throws AppError `admin_required`, `tag_invalid`
 */
export async function changeTag({ tag, newTag }: { tag: string; newTag?: string }): Promise<number> {
  const data = await loadData()
  return ask(data.rpc('change_tag', { tag, ...(newTag && { new_tag: newTag }) }), z.number())
}

/** Refetches everything on success: lists of tickets show tags too. */
export function useChangeTag() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['change-tag'],
    target: ({ tag }) => tag,
    mutationFn: changeTag,
    onSuccess: () => queries.invalidateQueries(),
  })
}

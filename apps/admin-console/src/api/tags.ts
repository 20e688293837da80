import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQuery, useQueryClient } from '@helpdesk/ui/query'
import { adminKeys } from './keys'

const tagSchema = z.object({ tag: z.string(), tickets: z.number() })
/** A tag with how many of the newest 20,000 tagged tickets carry it. */
export type TagCount = z.infer<typeof tagSchema>

/** The tags in use, the most used first, at most 200. @throws AppError `admin_required` */
export async function countTags(): Promise<TagCount[]> {
  const data = await loadData()
  return ask(data.rpc('count_tags'), z.array(tagSchema))
}

/**
 * Renames a tag on every ticket, or removes it where no new name is given.
 * @returns how many tickets changed
 * @throws AppError `admin_required`, `tag_invalid`
 */
export async function changeTag({ tag, newTag }: { tag: string; newTag?: string }): Promise<number> {
  const data = await loadData()
  return ask(data.rpc('change_tag', { tag, ...(newTag && { new_tag: newTag }) }), z.number())
}

export const useTagCounts = () => useQuery({ queryKey: adminKeys.tags(), queryFn: countTags })

/** Changes a tag everywhere; what lists tags or tickets is read again. */
export function useChangeTag() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['change-tag'],
    target: ({ tag }) => tag,
    mutationFn: changeTag,
    onSuccess: () => queries.invalidateQueries(),
  })
}

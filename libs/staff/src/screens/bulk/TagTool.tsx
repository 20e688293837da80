import { Button, Field, Flex, Input } from '@helpdesk/ui'
import { markAutofocus } from '../controls/mark-autofocus'
import { useId, useState } from 'react'
import { useTags } from '../../api/list-tags'
import type { BulkChange } from '../../model/bulk'
import { parseTags } from '../../model/tags'
import * as texts from './texts'

/** Adds tags to the selected tickets or removes them. */
export function TagTool({ onChange }: { onChange: (change: BulkChange) => void }) {
  const [line, setLine] = useState('')
  const [problem, setProblem] = useState<string>()
  const suggestions = useTags()
  const listId = useId()

  function submit(field: 'add_tags' | 'remove_tags') {
    const { tags, error } = parseTags(line)
    setProblem(error ?? (tags.length === 0 ? texts.tagMissing : undefined))
    if (!error && tags.length > 0) onChange({ [field]: tags })
  }

  return (
    <Flex
      as="form"
      direction="column"
      gap="2"
      onSubmit={(event) => (event.preventDefault(), submit('add_tags'))}
    >
      <Field label={texts.tags} error={problem}>
        <Input
          autoFocus
          ref={markAutofocus}
          autoComplete="off"
          placeholder={texts.tagsExample}
          list={listId}
          value={line}
          onChange={({ target }) => setLine(target.value)}
        />
      </Field>
      <datalist id={listId}>
        {suggestions.data?.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <Flex gap="2">
        <Button type="submit" size="sm" variant="solid">
          {texts.add}
        </Button>
        <Button size="sm" onClick={() => submit('remove_tags')}>
          {texts.remove}
        </Button>
      </Flex>
    </Flex>
  )
}

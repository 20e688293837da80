import { Button, Field, Flex } from '@helpdesk/ui'
import { useRef, useState } from 'react'
import { useTags } from '../../api/list-tags'
import type { BulkChange } from '../../model/bulk'
import { lastPart } from '../../model/tag-choices'
import { parseTags } from '../../model/tags'
import { markAutofocus } from '../controls/mark-autofocus'
import { TagBox, type PickTag } from '../controls/TagBox'
import * as texts from './texts'

/** Adds tags to the selected tickets or removes them. Enter picks a tag and adds, a comma goes on with the next one. */
export function TagTool({ onChange }: { onChange: (change: BulkChange) => void }) {
  const [line, setLine] = useState('')
  const [problem, setProblem] = useState<string>()
  const { data: known } = useTags()
  // New tags whose creation was chosen.
  const [created, setCreated] = useState<readonly string[]>([])
  const picker = useRef<PickTag>(null)
  const { before, part } = lastPart(line)

  function submit(field: 'add_tags' | 'remove_tags', text = line, chosen = created) {
    const { tags, error } = parseTags(text)
    const unknown =
      field === 'add_tags' && tags.find((tag) => !chosen.includes(tag) && known?.includes(tag) === false)
    setProblem(
      error ?? (tags.length === 0 ? texts.tagMissing : unknown ? texts.unknownTag(unknown) : undefined),
    )
    if (!error && tags.length > 0 && !unknown) onChange({ [field]: tags })
  }

  return (
    <Flex
      as="form"
      direction="column"
      gap="2"
      onSubmit={(event) => {
        event.preventDefault()
        if (!picker.current?.()) submit('add_tags')
      }}
    >
      <Field label={texts.tags} error={problem}>
        <TagBox
          autoFocus
          ref={markAutofocus}
          picker={picker}
          placeholder={texts.tagsExample}
          value={line}
          part={part}
          taken={parseTags(before).tags}
          onText={(text) => {
            setLine(text)
            setProblem(undefined)
          }}
          onPick={({ tag, isNew }, goesOn) => {
            const text = `${before}${before && ' '}${tag}`
            const chosen = isNew ? [...created, tag] : created
            setCreated(chosen)
            setLine(goesOn ? `${text}, ` : text)
            if (!goesOn) submit('add_tags', text, chosen)
          }}
          onEnter={() => submit('add_tags')}
        />
      </Field>
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

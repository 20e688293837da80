import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from 'prosemirror-inputrules'
import type { MarkType } from 'prosemirror-model'
import { safeHref } from '../model/autolinks'
import { schema } from './schema'

const { nodes, marks } = schema

/** Marks around a text that was just closed become its format. */
const markRule = (pattern: RegExp, type: MarkType): InputRule =>
  new InputRule(
    pattern,
    (state, match, start, end) => {
      const [whole, before = '', inside = ''] = match
      if (inside.trim() !== inside || inside === '') return null
      const from = start + before.length
      const sign = (whole.length - before.length - inside.length) / 2
      const tr = state.tr
      if (end > from + sign + inside.length) tr.delete(from + sign + inside.length, end)
      tr.delete(from, from + sign)
      tr.addMark(from, from + inside.length, type.create())
      return tr.removeStoredMark(type)
    },
    { inCodeMark: false },
  )

const linkRule = new InputRule(
  /\[([^[\]]+)\]\(([^\s()]+)\)$/,
  (state, match, start, end) => {
    const [, label = '', address = ''] = match
    if (!safeHref(address)) return null
    const link = marks.link.create({ href: address })
    return state.tr.replaceWith(start, end, schema.text(label, [link])).removeStoredMark(link)
  },
  { inCodeMark: false },
)

/** Markdown as it is typed. Backspace, and Undo, give back what was typed. */
export const markdownRules = inputRules({
  rules: [
    textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, (match) => ({ level: match[1]?.length ?? 1 })),
    wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
    wrappingInputRule(/^\s*[-+*]\s$/, nodes.bullet_list),
    wrappingInputRule(
      /^(\d{1,9})[.)]\s$/,
      nodes.ordered_list,
      (match) => ({ start: Number(match[1]) }),
      (match, list) => list.childCount + Number(list.attrs.start) === Number(match[1]),
    ),
    textblockTypeInputRule(/^```$/, nodes.code_block),
    markRule(/(^|[^*\w])\*\*([^*]+)\*\*$/, marks.strong),
    markRule(/(^|[^*\w])\*([^*]+)\*$/, marks.em),
    markRule(/(^|[^_\w])_([^_]+)_$/, marks.em),
    markRule(/(^|[^`])`([^`]+)`$/, marks.code),
    linkRule,
  ],
})

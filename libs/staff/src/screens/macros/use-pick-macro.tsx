import { useState } from 'react'
import { useCountMacroUse } from '../../api/count-macro-use'
import type { Macro } from '../../model/macros'
import { fillAnswers, questionsIn } from '../../model/placeholders'
import { MacroQuestions } from './MacroQuestions'

/**
 * Asks the questions of a chosen macro, if it has some, then inserts it.
 * @param onInsert receives the macro with the answers in its text
 * @param onCancel called when the questions were left unanswered
 */
export function usePickMacro(onInsert: (macro: Macro) => void, onCancel: () => void) {
  const [asked, setAsked] = useState<Macro | null>(null)
  const countUse = useCountMacroUse()

  function insert(macro: Macro, answers: ReadonlyMap<string, string> = new Map()) {
    setAsked(null)
    countUse(macro.id)
    onInsert({ ...macro, body: fillAnswers(macro.body, answers) })
  }

  return {
    pick: (macro: Macro) => (questionsIn(macro.body).length > 0 ? setAsked(macro) : insert(macro)),
    questions: asked && (
      <MacroQuestions
        macro={asked}
        onAnswered={(answers) => insert(asked, answers)}
        onClose={() => {
          setAsked(null)
          onCancel()
        }}
      />
    ),
  }
}

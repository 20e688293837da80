import { chakra } from '@helpdesk/ui/components/layout'
import { ANSWERS, type Answer } from './rating-link'
import * as texts from './texts'

interface AnswerChoiceProps {
  value: Answer | null
  onChange: (answer: Answer) => void
}

/** The two answers as radio buttons. */
export function AnswerChoice({ value, onChange }: AnswerChoiceProps) {
  return (
    <Choices aria-label={texts.title}>
      {ANSWERS.map((answer) => (
        <Choice key={answer}>
          <input
            type="radio"
            name="answer"
            value={answer}
            checked={value === answer}
            onChange={() => onChange(answer)}
          />
          <span aria-hidden>{texts.icons[answer]}</span>
          {texts.words[answer]}
        </Choice>
      ))}
    </Choices>
  )
}

const Choices = chakra('fieldset', {
  base: { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', gap: '2' },
})
// An invisible radio covers the label and handles clicks, arrow keys and focus.
const Choice = chakra('label', {
  base: {
    position: 'relative',
    display: 'flex',
    justifyContent: 'center',
    gap: '2',
    paddingY: '3',
    borderWidth: '1px',
    borderColor: 'border.emphasized/45',
    borderRadius: 'md',
    cursor: 'pointer',
    _hover: { bg: 'bg.muted' },
    '& input': { position: 'absolute', inset: '0', opacity: '0', cursor: 'pointer', margin: '0' },
    '&:has(input:checked)': {
      borderColor: 'accent',
      bg: 'accent.subtle',
      color: 'accent.fg',
      fontWeight: 'semibold',
    },
    '&:has(input:focus-visible)': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
  },
})

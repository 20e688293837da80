import { chakra } from '@chakra-ui/react'
import { forwardRef, type ComponentProps } from 'react'
import { ChevronDownIcon } from '../icons/icons'
import { controlRecipe } from './control-recipe'
import { useFieldControl } from './field-context'

const StyledSelect = chakra('select', controlRecipe)

export interface SelectOption {
  value: string
  label: string
}
export type NativeSelectProps = Omit<ComponentProps<typeof StyledSelect>, 'width'> & {
  /** Instead of `option` children. */
  options?: readonly SelectOption[]
  width?: string
}

/** A styled native select; accepts react-hook-form's register props. */
export const NativeSelect = forwardRef<HTMLSelectElement, NativeSelectProps>(function NativeSelect(
  { options, children, width = 'full', ...props },
  ref,
) {
  return (
    <Wrapper width={width}>
      <StyledSelect
        ref={ref}
        appearance="none"
        paddingInlineEnd="7"
        cursor="pointer"
        textOverflow="ellipsis"
        {...useFieldControl(props)}
      >
        {options
          ? options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))
          : children}
      </StyledSelect>
      <ChevronDownIcon size={14} />
    </Wrapper>
  )
})

const Wrapper = chakra('div', {
  base: {
    position: 'relative',
    minWidth: '0',
    '& > svg': {
      position: 'absolute',
      insetInlineEnd: '2',
      top: 'calc(50% - 7px)',
      color: 'fg.muted',
      pointerEvents: 'none',
    },
  },
})

import { Select as MantineSelect, type SelectProps } from '@mantine/core'
import { useState } from 'react'

/**
 * Select field whose options are rendered only while the field has the focus. Otherwise, each letter typed into another
 * field of a form would render all options again.
 */
export function Select({ comboboxProps, onFocus, onBlur, ...props }: SelectProps) {
  const [isFocused, setFocused] = useState(false)
  return (
    <MantineSelect
      {...props}
      // Render the list before it opens: arrow keys and ARIA attributes need it at that time.
      comboboxProps={{ keepMounted: isFocused, ...comboboxProps }}
      onFocus={(event) => {
        setFocused(true)
        onFocus?.(event)
      }}
      onBlur={(event) => {
        setFocused(false)
        onBlur?.(event)
      }}
    />
  )
}

import { Button, Combobox, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Uuid } from '@tocsin/contract/scalars.ts'
import { useState } from 'react'
import { usersQuery } from '../../directory/names-queries.ts'
import { AwaitedOptions } from '../../frame/awaited-options.tsx'
import { useSession } from '../../sessions/session.ts'
import { incidentListTexts } from '../../texts/incident-list.ts'
import { incidentTexts } from '../../texts/incidents.ts'
import classes from './selection-bar.module.css'

const texts = incidentListTexts.bulk
const nobody = 'nobody'

interface AssignMenuProps {
  disabled: boolean
  /** Nobody is null, and has no name. */
  onChoose: (assigneeId: Uuid | null, name: string | undefined) => void
}

/** Whose the selected Incidents shall be: oneself first, then the staff by name, or nobody. */
export function AssignMenu({ disabled, onChoose }: AssignMenuProps) {
  const { user } = useSession()
  const { data: users, error, refetch } = useQuery(usersQuery)
  const [typed, setTyped] = useState('')
  const combobox = useCombobox({
    onDropdownClose() {
      combobox.resetSelectedOption()
      combobox.focusTarget()
      setTyped('')
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  })
  const staff = (users ?? []).filter(({ kind, archived, id }) => kind === 'staff' && !archived && id !== user.id)
  const found = [user, ...staff].filter(({ name }) => name.toLowerCase().includes(typed.trim().toLowerCase()))
  return (
    <Combobox
      store={combobox}
      width={260}
      position="top-end"
      shadow="md"
      onOptionSubmit={(value) => {
        combobox.closeDropdown()
        if (value === nobody) onChoose(null, undefined)
        else onChoose(value, found.find(({ id }) => id === value)?.name)
      }}
    >
      <Combobox.Target targetType="button">
        <Button
          variant="default"
          disabled={disabled}
          className={classes.button}
          onClick={() => combobox.toggleDropdown()}
        >
          {texts.assign}
        </Button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={typed}
          aria-label={texts.findPerson}
          placeholder={texts.findPerson}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
        <Combobox.Options mah={280} className={classes.options} aria-label={texts.assign}>
          {found.map(({ id, name }) => (
            <Combobox.Option key={id} value={id}>
              {id === user.id ? texts.toMe(name) : name}
            </Combobox.Option>
          ))}
          <Combobox.Option value={nobody}>{incidentTexts.unassigned}</Combobox.Option>
        </Combobox.Options>
        {!users && (
          <AwaitedOptions
            error={error}
            onRetry={() => {
              combobox.focusSearchInput()
              void refetch()
            }}
          />
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

import { ActionIcon, Menu } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { incidentListTexts } from '../../texts/incident-list.ts'
import classes from './toolbar.module.css'
import { densities, optionalColumns, type Density, type TableDisplay } from './table/table-display.ts'

const texts = incidentListTexts.display

/**
 * Menu to choose the height of the rows and the columns of the list. Phones have no such menu, because the list has
 * only one layout there.
 */
export const DisplayMenu = ({ display: { density, columns, change } }: { display: TableDisplay }) => (
  <Menu closeOnItemClick={false} width={220} position="bottom-end" shadow="md">
    <Menu.Target>
      <ActionIcon
        variant="default"
        className={classes.button!}
        aria-label={texts.button}
        title={texts.button}
        visibleFrom="sm"
      >
        <IconColumns3 size={16} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>{texts.rows}</Menu.Label>
      <Menu.RadioGroup value={density} onChange={(value) => change({ density: value as Density })}>
        {densities.map((option) => (
          <Menu.RadioItem key={option} value={option}>
            {texts.densities[option]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <Menu.Divider />
      <Menu.Label>{texts.columns}</Menu.Label>
      {optionalColumns.map((column) => (
        <Menu.CheckboxItem
          key={column}
          checked={columns.includes(column)}
          onChange={(isShown) =>
            change({ columns: optionalColumns.filter((id) => (id === column ? isShown : columns.includes(id))) })
          }
        >
          {texts.column(column)}
        </Menu.CheckboxItem>
      ))}
    </Menu.Dropdown>
  </Menu>
)

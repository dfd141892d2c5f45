import { Button, Code, Stack, Table, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { locationImportTexts } from '../../texts/location-import.ts'
import { saveText } from './save-text.ts'

const texts = locationImportTexts

const example = [
  'location,locationExternalId,point',
  'Harbour Street,STORE-01,Freezer 3',
  'Harbour Street,STORE-01,Back door',
  'Market Square,STORE-02,',
  '"Warehouse North, Gate 2",,Gate 2',
  '',
].join('\n')

/** Description of the CSV format for an import, with a button that downloads an example file. */
export const FormatDescription = () => (
  <Stack gap="sm" align="flex-start">
    <Text size="sm">{texts.introduction}</Text>
    <Table withRowBorders={false} aria-label={texts.columnsTitle}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.column}</Table.Th>
          <Table.Th>{texts.meaning}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {Object.entries(texts.columns).map(([name, meaning]) => (
          <Table.Tr key={name}>
            <Table.Td>
              <Code>{name}</Code>
            </Table.Td>
            <Table.Td>{meaning}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={14} aria-hidden />}
      onClick={() => saveText(texts.exampleName, example)}
    >
      {texts.example}
    </Button>
  </Stack>
)

import { Option } from 'commander'

export interface OrganizationOptions {
  organization?: string
}

export interface JsonOptions {
  json?: true
}

export const organizationOption = (purpose = 'organization to act in'): Option =>
  new Option('--organization <id or name>', `${purpose}; optional while there is only one`)

export const jsonOption = (): Option =>
  new Option('--json', 'print a JSON document, or one JSON object per line for a list')

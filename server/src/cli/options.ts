import { Option } from 'commander'

export interface OrganizationOptions {
  organization?: string
}

export interface JsonOptions {
  json?: true
}

export const organizationOption = (purpose = 'the organization to act in'): Option =>
  new Option('--organization <id or name>', `${purpose}; not needed while there is only one`)

export const jsonOption = (): Option =>
  new Option('--json', 'print JSON: one document, or for a list one object per line')

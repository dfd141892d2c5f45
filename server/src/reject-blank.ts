import { WrongSettings } from './wrong-settings.ts'

/**
 * Rejects settings that consist of white space. The schema would read a blank PORT as 0, and a blank DATA_DIR as the
 * name of a folder.
 * @throws WrongSettings naming every blank setting.
 */
export function rejectBlank(settings: Record<string, unknown>, names: string[]): void {
  const blank = names.filter((name) => /^\s+$/.test(String(settings[name] ?? '')))
  if (blank.length > 0) throw new WrongSettings(`Wrong settings: ${blank.join(', ')} must not be blank.`)
}

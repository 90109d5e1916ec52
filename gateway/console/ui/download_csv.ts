// What is served as a file. It is asked for with the account's header, which a plain link cannot send.
import { notifications } from '@mantine/notifications';
import { parts as say } from '../words/en/parts.ts';

/** Downloads and saves it under a name of its own and the account's. */
export const downloadCsv = (path: string, account: number, name: string): Promise<void> =>
  downloadFile(path, account, name, 'csv');

/** The same of a file of another form, by how its name ends. */
export async function downloadFile(path: string, account: number, name: string, form: string): Promise<void> {
  try {
    const response = await fetch(path, { headers: { 'x-svc-account': String(account) } });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await response.blob());
    link.download = `${name}-${account}.${form}`;
    link.click();
    URL.revokeObjectURL(link.href);
  } catch {
    notifications.show({ color: 'red', message: say.noFile });
  }
}

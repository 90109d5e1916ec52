// What the program is started with.

const { TEXTRELAY_URL: baseUrl = '', TEXTRELAY_KEY: key = '' } = process.env;

/** The service and the key, or what is wrong with the environment, in words. */
export function readConfig(): { baseUrl: string; key: string } | string {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol))
    return 'TEXTRELAY_URL must be the address of the service, like https://texts.example';
  if (!/^[\x21-\x7e]+$/.test(key)) return 'TEXTRELAY_KEY must be a key of an account, like svc_live_...';
  return { baseUrl, key };
}

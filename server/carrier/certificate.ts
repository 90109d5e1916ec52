// Certificates of authorities in the carriers file.
import { X509Certificate } from 'node:crypto';

/** Whether it holds nothing but certificates that can be read. */
export function isCertificate(pem: string): boolean {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  try {
    for (const one of found) new X509Certificate(one);
  } catch {
    return false;
  }
  return found.length > 0;
}

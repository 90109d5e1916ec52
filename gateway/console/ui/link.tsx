// A link to a page of the console whose path is made of parts: the router's own types know whole paths only.
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type AppLinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: string; search?: Record<string, unknown> };

export const AppLink = ({ to, search = {}, ...props }: AppLinkProps) => (
  <Link to={to as '/'} search={search as never} {...props} />
);

/** The parts of the router that the product uses, with one instance for the shell and the remotes. */
export {
  Link,
  NavLink,
  Navigate,
  Outlet,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigation,
  useNavigationType,
  useParams,
  useRouteError,
  useSearchParams,
  createBrowserRouter,
  createMemoryRouter,
  MemoryRouter,
  RouterProvider,
} from 'react-router-dom'
export type { NavigateFunction, RouteObject } from 'react-router-dom'
